package dev.grpctuning.load.tune;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.search.Trial;

/** A trial of a candidate, in a round from 1 or, as round 0, in the check before. */
record RoundTrial(Map<String, String> knobs, int round, @Nullable Trial trial, @Nullable String reason) {

}
