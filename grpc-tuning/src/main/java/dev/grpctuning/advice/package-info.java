/** Rules that recognise settings that do nothing or do harm. */
@NullMarked
package dev.grpctuning.advice;

import org.jspecify.annotations.NullMarked;
