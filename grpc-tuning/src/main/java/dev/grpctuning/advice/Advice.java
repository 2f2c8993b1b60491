package dev.grpctuning.advice;

/** Setting that has no effect or does harm. */
public record Advice(String knob, String found, String reason, String set) {

}
