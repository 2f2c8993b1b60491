/** What an experiment has shown, in sentences. */
@NullMarked
package dev.grpctuning.load.compare.words;

import org.jspecify.annotations.NullMarked;
