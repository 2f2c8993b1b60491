package dev.grpctuning.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Caches both applications before the first test of a class. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(StartsApplications.Cache.class)
public @interface StartsApplications {

	/** Fills the caches. */
	final class Cache implements BeforeAllCallback {

		@Override
		public void beforeAll(ExtensionContext context) {
			for (Application application : Application.values()) {
				application.javaHome();
			}
		}

	}

}
