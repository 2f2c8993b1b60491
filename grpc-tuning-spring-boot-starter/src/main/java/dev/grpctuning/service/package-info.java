/**
 * Services that are withdrawn and put back while the server runs.
 */
@NullMarked
package dev.grpctuning.service;

import org.jspecify.annotations.NullMarked;
