/**
 * The report of an experiment that one can look at: a page of its own, and its short form
 * for pull requests. Both are drawn from the result file alone.
 */
@NullMarked
package dev.grpctuning.load.report.html;

import org.jspecify.annotations.NullMarked;
