/**
 * What belongs to one built server and is closed with it.
 */
@NullMarked
package dev.grpctuning.lifecycle;

import org.jspecify.annotations.NullMarked;
