/**
 * The actuator endpoint and the meters of a load client that serves.
 */
@NullMarked
package dev.grpctuning.load.serve.endpoint;

import org.jspecify.annotations.NullMarked;
