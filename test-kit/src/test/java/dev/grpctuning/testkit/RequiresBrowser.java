package dev.grpctuning.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that needs Chromium and its driver. It is skipped where they are not installed,
 * and fails there with {@code -Dbrowser.required=true}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(BrowserCondition.class)
public @interface RequiresBrowser {

}
