/** Processes, servers, HTTP and rules that the tests of several modules share. */
package dev.grpctuning.testkit;
