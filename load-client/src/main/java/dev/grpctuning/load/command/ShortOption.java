package dev.grpctuning.load.command;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * An option with a name that is shorter than its property's.
 *
 * @param property the property that it sets
 * @param fixed the value that it sets without one of its own, or {@code null}
 * @param label what its value is, empty without one
 * @param commands the commands that have it
 * @param names its names, the shortest first
 */
public record ShortOption(String property, @Nullable String fixed, String label, Set<CommandName> commands,
		List<String> names) {

	private static final Set<CommandName> RUN = EnumSet.of(CommandName.RUN);

	private static final Set<CommandName> SENDING = EnumSet.of(CommandName.RUN, CommandName.DRIVE);

	private static final Set<CommandName> SEARCHING = EnumSet.of(CommandName.KNEE, CommandName.TUNE);

	private static final Set<CommandName> MEASURING = EnumSet.of(CommandName.RUN, CommandName.DRIVE,
			CommandName.COMPARE, CommandName.AB, CommandName.KNEE, CommandName.TUNE);

	private static final Set<CommandName> WRITING = EnumSet.of(CommandName.RUN, CommandName.DRIVE, CommandName.COMPARE,
			CommandName.AB, CommandName.KNEE, CommandName.TUNE, CommandName.GRID, CommandName.MERGE,
			CommandName.HISTORY);

	private static final Set<CommandName> SHOWING = EnumSet.of(CommandName.RUN, CommandName.DRIVE, CommandName.COMPARE,
			CommandName.DEMO, CommandName.AB, CommandName.KNEE, CommandName.TUNE, CommandName.GRID);

	private static final Set<CommandName> PRINTING = EnumSet.of(CommandName.RUN, CommandName.DRIVE, CommandName.COMPARE,
			CommandName.AB, CommandName.KNEE, CommandName.TUNE, CommandName.GRID, CommandName.MERGE, CommandName.DIFF,
			CommandName.HISTORY, CommandName.SERVE);

	/** In the order of the help. */
	public static final List<ShortOption> ALL = List.of(of("load.open.rate", "CALLS", SENDING, "-r", "--rate"),
			of("load.channels", "NUMBER", SENDING, "-c", "--connections"),
			of("load.duration", "TIME", RUN, "-d", "--duration"), of("load.total-calls", "CALLS", RUN, "-n", "--calls"),
			of("load.call", "SERVICE/METHOD", MEASURING, "--call"),
			of("load.request", "JSON|@FILE", MEASURING, "--data"), of("load.proto", "FILE", MEASURING, "--proto"),
			of("load.proto-path", "FOLDER", MEASURING, "--proto-path"),
			of("load.descriptor-set", "FILE", MEASURING, "--descriptor-set"),
			of("load.ok", "STATUS,...", MEASURING, "--ok"),
			new ShortOption("grpc.client.GLOBAL.negotiation-type", "tls", "", MEASURING, List.of("--tls")),
			of("load.output", "FILE", WRITING, "-o", "--output"), of("load.format", "FORMAT", PRINTING, "--format"),
			of("load.quiet", "", PRINTING, "-q", "--quiet"), of("live.enabled", "", SHOWING, "--live"),
			of("search.slo", "SLO", SEARCHING, "--slo"),
			of("tune.knobs", "NAME,...", EnumSet.of(CommandName.TUNE), "--knobs"));

	/** What follows its name: empty, or such as {@code =FILE}. */
	public String value() {
		return this.label.isEmpty() ? "" : "=" + this.label;
	}

	/** Returns the options of a command. */
	public static List<ShortOption> of(CommandName command) {
		return ALL.stream().filter((option) -> option.commands().contains(command)).toList();
	}

	private static ShortOption of(String property, String label, Set<CommandName> commands, String... names) {
		return new ShortOption(property, null, label, commands, Arrays.asList(names));
	}

}
