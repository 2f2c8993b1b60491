/** A server that greets, whoever builds it, and its clients. */
package dev.grpctuning.testkit.greeting;
