/** What the jar of a service shows before the service is started. */
@NullMarked
package dev.grpctuning.load.service;

import org.jspecify.annotations.NullMarked;
