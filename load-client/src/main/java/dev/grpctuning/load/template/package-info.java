/** Words of everything that is printed. */
@NullMarked
package dev.grpctuning.load.template;

import org.jspecify.annotations.NullMarked;
