package dev.grpctuning.load.experiment;

import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.LoadResult;

/**
 * What came of a cell.
 *
 * @param cell the cell
 * @param plan what was driven
 * @param load what came of that
 */
public record GridResult(GridCell cell, LoadPlan plan, LoadResult load) {
}
