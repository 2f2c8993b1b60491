package dev.grpctuning.load.command;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.metadata.PropertyMetadata;

/**
 * An option, which sets a property.
 *
 * @param fixed the value that it sets without one of its own, or {@code null}
 * @param label placeholder of its value in the help, empty if it takes none
 * @param commands the commands that have it
 * @param names its own names, the shortest first
 */
public record Option(PropertyMetadata property, @Nullable String fixed, String label, List<String> commands,
		List<String> names) {

	private static final String SENDING = "run drive ";

	private static final String MEASURING = SENDING + "compare ab knee tune ";

	private static final String WRITING = MEASURING + "grid merge history ";

	/** Options with a shorter name than their property, in the order of the help. */
	public static final List<Option> ALL = List.of(of("load.open.rate", "CALLS", SENDING, "-r", "--rate"),
			of("load.channels", "NUMBER", SENDING, "-c", "--connections"),
			of("load.duration", "TIME", "run", "-d", "--duration"),
			of("load.total-calls", "CALLS", "run", "-n", "--calls"), of("load.until", "FIGURE±SHARE", "run", "--until"),
			of("load.call", "SERVICE/METHOD", MEASURING, "--call"),
			of("load.request", "JSON|@FILE", MEASURING, "--data"), of("load.proto", "FILE", MEASURING, "--proto"),
			of("load.proto-path", "FOLDER,...", MEASURING, "--proto-path"),
			of("load.descriptor-set", "FILE", MEASURING, "--descriptor-set"),
			of("load.ok", "STATUS,...", MEASURING, "--ok"),
			of("grpc.client.GLOBAL.negotiation-type=tls", "", MEASURING, "--tls"),
			of("load.output", "FILE", WRITING, "-o", "--output"),
			of("load.format", "FORMAT", WRITING + "diff serve", "--format"),
			of("load.quiet", "", WRITING + "diff serve", "-q", "--quiet"),
			of("live.enabled", "", MEASURING + "demo grid", "--live"), of("search.slo", "SLO", "knee tune", "--slo"),
			of("tune.knobs", "NAME,...", "tune", "--knobs"));

	private static Option of(String setting, String label, String commands, String... names) {
		String[] parts = setting.split("=");
		PropertyMetadata property = PropertyMetadata.ofLoadClient()
			.stream()
			.filter((each) -> each.name().equals(parts[0]))
			.findFirst()
			.orElseThrow();
		return new Option(property, (parts.length == 2) ? parts[1] : null, label, List.of(commands.split(" ")),
				Arrays.asList(names));
	}

	static Option of(PropertyMetadata property) {
		return new Option(property, null, "", List.of(), List.of());
	}

	/** What follows its name: empty, or such as {@code =FILE}. */
	public String value() {
		return this.label.isEmpty() ? "" : "=" + this.label;
	}

	/** The property, with the fixed value if there is one. */
	public String setting() {
		return this.property.name() + ((this.fixed != null) ? "=" + this.fixed : "");
	}

	public String line() {
		return "%-32s --%s".formatted(String.join(", ", this.names) + value(), setting());
	}

	/** All its names, with that of its property unless it sets one fixed value. */
	public List<String> allNames() {
		return (this.fixed != null) ? this.names
				: Stream.concat(this.names.stream(), Stream.of("--" + this.property.name())).toList();
	}

	public boolean hasValue() {
		return this.fixed == null && !this.property.isFlag();
	}

	/** What it sets without a value of its own, {@code null} if it needs one. */
	@Nullable String implied() {
		return hasValue() ? null : Objects.requireNonNullElse(this.fixed, "true");
	}

	boolean isOf(CommandName command) {
		return this.commands.contains(command.toString());
	}

	boolean replaces(PropertyMetadata other) {
		return this.fixed == null && this.property.equals(other);
	}

}
