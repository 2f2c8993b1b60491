package dev.grpctuning.load.command;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

import dev.grpctuning.load.metadata.PropertyMetadata;
import dev.grpctuning.load.template.Templates;

/** The commands and their options, for the parser and the completions. */
public final class CommandLines {

	private static final Set<String> ALWAYS = Set.of("load", "grpc.client");

	private static final List<PropertyMetadata> PROPERTIES = PropertyMetadata.ofLoadClient();

	private CommandLines() {
	}

	static CommandLine parser(CommandName command) {
		return new CommandLine(spec(command)).setUnmatchedArgumentsAllowed(true).setExpandAtFiles(false);
	}

	/** Returns a script for bash and zsh. */
	public static String completion() {
		CommandSpec lab = CommandSpec.create().name("lab");
		Stream.of(CommandName.values()).forEach((name) -> lab.addSubcommand(name.toString(), spec(name)));
		return Templates.text("completion", Map.of("script", AutoComplete.bash("lab", new CommandLine(lab))));
	}

	/** Names of the options of a command, properties included. */
	static List<String> names(CommandName command) {
		return spec(command).options().stream().flatMap((option) -> Stream.of(option.names())).toList();
	}

	/** First parts of the names of the properties that a command uses. */
	public static Set<String> prefixes(CommandName command) {
		return PROPERTIES.stream()
			.map(CommandLines::prefix)
			.filter((prefix) -> command.options().contains(prefix) || ALWAYS.contains(prefix)
					|| prefix.equals("experiment") && command.group() == CommandName.Group.STARTED)
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private static String prefix(PropertyMetadata property) {
		return property.name().startsWith("grpc.client.") ? "grpc.client" : property.name().split("\\.")[0];
	}

	private static CommandSpec spec(CommandName command) {
		CommandSpec spec = CommandSpec.create().name(command.toString());
		if (!command.words().isEmpty()) {
			boolean one = command.words().startsWith("[");
			spec.addPositional(PositionalParamSpec.builder()
				.index(one ? "0" : "0..*")
				.arity(one ? "0..1" : "0..*")
				.type(List.class)
				.auxiliaryTypes(String.class)
				.completionCandidates((command == CommandName.HELP) ? CommandName.all() : List.of())
				.build());
		}
		spec.addOption(OptionSpec.builder("-h", "--help").usageHelp(true).build());
		List<ShortOption> shorts = ShortOption.of(command);
		shorts.forEach((option) -> spec.addOption(option(option)));
		Set<String> prefixes = prefixes(command);
		PROPERTIES.stream()
			.filter((property) -> property.isSingle() && prefixes.contains(prefix(property)))
			.filter((property) -> shorts.stream()
				.noneMatch((option) -> option.fixed() == null && option.property().equals(property.name())))
			.forEach((property) -> spec.addOption(option(property, "--" + property.name())));
		return spec;
	}

	private static OptionSpec option(ShortOption option) {
		if (option.fixed() != null) {
			return OptionSpec.builder(option.names().getFirst())
				.arity("0")
				.type(boolean.class)
				.userObject(new Setting(option.property(), option.fixed()))
				.build();
		}
		PropertyMetadata property = PROPERTIES.stream()
			.filter((each) -> each.name().equals(option.property()))
			.findFirst()
			.orElseThrow();
		return option(property,
				Stream.concat(option.names().stream(), Stream.of("--" + option.property())).toArray(String[]::new));
	}

	private static OptionSpec option(PropertyMetadata property, String... names) {
		OptionSpec.Builder option = OptionSpec.builder(names[0], Arrays.copyOfRange(names, 1, names.length))
			.userObject(new Setting(property.name(), null));
		if (property.isFlag()) {
			return option.type(boolean.class).arity("0..1").fallbackValue("true").build();
		}
		// The script names the choices after the label.
		return option.type(String.class)
			.arity("1")
			.paramLabel(property.name())
			.completionCandidates(property.choices())
			.build();
	}

	/** Returns what a parsed option sets, as an option of Spring. */
	static String setting(OptionSpec option) {
		Setting setting = (Setting) option.userObject();
		Object value = option.getValue();
		return "--%s=%s".formatted(setting.property(), (setting.fixed() != null) ? setting.fixed() : value);
	}

	private record Setting(String property, @Nullable String fixed) {
	}

}
