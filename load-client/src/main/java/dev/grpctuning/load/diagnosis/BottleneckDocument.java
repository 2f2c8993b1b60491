package dev.grpctuning.load.diagnosis;

/**
 * What held a run up, in a result file.
 */
public record BottleneckDocument(Bottleneck kind, String text) {
}
