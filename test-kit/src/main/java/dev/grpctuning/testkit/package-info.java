/**
 * Servers, processes and peers that the tests of several modules share.
 */
package dev.grpctuning.testkit;
