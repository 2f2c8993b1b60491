/** Tests of the images and of docker-compose.yml with a container engine. */
@NullMarked
package dev.grpctuning.containers;

import org.jspecify.annotations.NullMarked;
