/** Binds <code>load.*</code> properties and turns them into a plan. */
@NullMarked
package dev.grpctuning.load.config;

import org.jspecify.annotations.NullMarked;
