/**
 * The part of a result that describes the plan.
 */
@NullMarked
package dev.grpctuning.load.result.plan;

import org.jspecify.annotations.NullMarked;
