/**
 * What two results have not in common.
 */
@NullMarked
package dev.grpctuning.load.report.diff;

import org.jspecify.annotations.NullMarked;
