/**
 * Why a run was as fast as it was: what its response times consist of, and what held it
 * up. Pure functions of figures.
 */
@NullMarked
package dev.grpctuning.load.why;

import org.jspecify.annotations.NullMarked;
