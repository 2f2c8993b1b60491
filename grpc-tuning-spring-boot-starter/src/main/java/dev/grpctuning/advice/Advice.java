package dev.grpctuning.advice;

/**
 * A setting that does nothing or does harm.
 *
 * @param knob name of the knob
 * @param found what was found
 * @param why why that is of no use
 * @param set what to set instead
 */
public record Advice(String knob, String found, String why, String set) {

}
