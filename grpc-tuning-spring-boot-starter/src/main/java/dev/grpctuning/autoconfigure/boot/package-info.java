/** Tuning of Spring Boot's own gRPC server, the only package that knows it. */
@NullMarked
package dev.grpctuning.autoconfigure.boot;

import org.jspecify.annotations.NullMarked;
