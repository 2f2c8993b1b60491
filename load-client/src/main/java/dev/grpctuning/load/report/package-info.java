/**
 * What a user sees: progress, tables and result files.
 */
@NullMarked
package dev.grpctuning.load.report;

import org.jspecify.annotations.NullMarked;
