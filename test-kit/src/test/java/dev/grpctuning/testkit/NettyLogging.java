package dev.grpctuning.testkit;

import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;
import org.junit.jupiter.api.extension.Extension;

/**
 * Keeps Netty from logging through Logback in the JVM of the tests. While an application
 * that a test starts sets up its logging, Logback has all levels on and no appender, and
 * prints a warning on standard error when any thread logs. At that level, Netty would log
 * each frame of the servers of other tests.
 */
public final class NettyLogging implements Extension {

	static {
		InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
	}

}
