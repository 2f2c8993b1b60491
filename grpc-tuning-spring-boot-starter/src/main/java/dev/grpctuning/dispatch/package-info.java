/**
 * What happens to a call before its handler: the executor it runs on, or its refusal.
 */
@NullMarked
package dev.grpctuning.dispatch;

import org.jspecify.annotations.NullMarked;
