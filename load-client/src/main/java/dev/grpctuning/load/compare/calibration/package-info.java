/** What the client can do on this machine, before an experiment. */
@NullMarked
package dev.grpctuning.load.compare.calibration;

import org.jspecify.annotations.NullMarked;
