package dev.grpctuning.autoconfigure;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Where changes are kept.
 *
 * @param stateFile File that keeps changes of the running server over a restart. Without
 * one, a restart forgets them.
 */
@ConfigurationProperties("grpc.tuning")
record StateProperties(@Nullable Path stateFile) {
}
