/**
 * What happens to a call before its handler runs: dispatch, limits, withdrawn services.
 */
@NullMarked
package dev.grpctuning.call;

import org.jspecify.annotations.NullMarked;
