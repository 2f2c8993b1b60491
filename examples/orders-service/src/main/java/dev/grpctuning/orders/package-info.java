/** A service of a shop that stores orders in a database. */
@NullMarked
package dev.grpctuning.orders;

import org.jspecify.annotations.NullMarked;
