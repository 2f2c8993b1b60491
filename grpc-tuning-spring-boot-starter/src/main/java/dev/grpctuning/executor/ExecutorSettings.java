package dev.grpctuning.executor;

/**
 * What handlers run on.
 *
 * @param type kind of executor
 * @param threads number of threads; has no effect unless the type is fork-join or fixed
 * @param threadNamePrefix prefix of the names of its threads, which are numbered from 1
 */
public record ExecutorSettings(ExecutorType type, int threads, String threadNamePrefix) {

}
