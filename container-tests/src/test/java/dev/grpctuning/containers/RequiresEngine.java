package dev.grpctuning.containers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ExtendWith;

import dev.grpctuning.testkit.PatientAwaits;

/**
 * Skips a test where no container engine answers, or lets it fail with
 * {@code -Dcontainers.required=true}; and builds the images before the first one.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith({ EngineCondition.class, PatientAwaits.class })
@interface RequiresEngine {

}
