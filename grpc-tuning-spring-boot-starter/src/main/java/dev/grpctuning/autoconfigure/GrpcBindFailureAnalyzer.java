package dev.grpctuning.autoconfigure;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;

import io.netty.channel.unix.Errors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;

import dev.grpctuning.autoconfigure.boot.BootServerConfiguration;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.socket.ListenAddress;

class GrpcBindFailureAnalyzer extends AbstractFailureAnalyzer<IOException> {

	private final Environment environment;

	private final String prefix;

	private final boolean boot;

	GrpcBindFailureAnalyzer(BeanFactory beanFactory, Environment environment) {
		this.environment = environment;
		this.boot = beanFactory.containsBean(BootServerConfiguration.class.getName());
		this.prefix = this.boot ? "spring.grpc.server" : "grpc.server";
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, IOException cause) {
		if (!isOfGrpc(cause)) {
			return null;
		}
		String reason = (cause.getCause() instanceof UnresolvedAddressException) ? "the name is unknown"
				: String.valueOf(NestedExceptionUtils.getMostSpecificCause(cause).getMessage());
		boolean inUse = reason.contains("Address already in use");
		String failed = inUse ? "is already in use" : "cannot be bound (%s)".formatted(reason);
		String socketProperty = this.prefix + (this.boot ? ".netty.domain-socket-path" : ".address");
		String socket = this.environment.getProperty(socketProperty, "");
		if (this.boot ? !socket.isEmpty() : socket.startsWith("unix:")) {
			return new FailureAnalysis("%s: %s %s".formatted(socketProperty, socket, failed),
					inUse ? "remove the file if no process listens on it, or set another path."
							: "set a path at which a socket may be created.",
					cause);
		}
		String action = inUse ? "set another port or stop the process that listens on it."
				: "set an address of this machine and a port that may be used.";
		for (String further : further()) {
			if (isAbout(cause, further)) {
				return new FailureAnalysis("%s: %s %s".formatted(Knobs.LISTEN_ADDRESSES.property(), further, failed),
						action, cause);
			}
		}
		String port = this.environment.getProperty(this.prefix + ".port", "9090");
		String address = this.environment.getProperty(this.prefix + ".address", "*");
		return new FailureAnalysis(inUse
				? "%s.port: %s is already in use on address %s".formatted(this.prefix, port, address)
				: "%s.address: %s cannot be bound with port %s (%s)".formatted(this.prefix, address, port, reason),
				action, cause);
	}

	private List<String> further() {
		return Binder.get(this.environment)
			.bind(Knobs.LISTEN_ADDRESSES.property(), Bindable.listOf(String.class))
			.orElse(List.of());
	}

	private static boolean isAbout(IOException failure, String text) {
		return ListenAddress.of(text)
			.filter((address) -> String.valueOf(failure.getMessage())
				.endsWith(" " + new InetSocketAddress(address.host(), address.port())))
			.isPresent();
	}

	/** A web server's BindException is not wrapped in another IOException. */
	private static boolean isOfGrpc(IOException cause) {
		return cause.getCause() instanceof BindException || cause.getCause() instanceof Errors.NativeIoException
				|| cause.getCause() instanceof UnresolvedAddressException;
	}

}
