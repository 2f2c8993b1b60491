package dev.grpctuning.load.config;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Metadata;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.call.CallSettings.Cancellation;
import dev.grpctuning.load.call.CallSettings.Retries;
import dev.grpctuning.load.call.Headers;
import dev.grpctuning.load.call.MetadataRules;
import dev.grpctuning.load.hello.HelloCall;

/** Checks the properties of the call and creates its plan. */
final class CallPlanFactory {

	/** Larger messages exceed what servers accept. */
	private static final int MOST_LONGS = 1_000_000;

	private static final int MOST_ATTEMPTS = 10;

	private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(60);

	private static final Pattern METHOD = Pattern.compile("((?:\\w+\\.)*\\w+)/(\\w+)");

	private CallPlanFactory() {
	}

	static CallPlan create(LoadProperties load) {
		PropertyCheck.that(load.call().messages() == null || load.call().messages() >= 0, "load.messages",
				load.call().messages(), "It must be 0 or more.");
		CallPlan.Callee callee = load.call().method().equals("hello") ? hello(load) : method(load);
		return new CallPlan(callee, request(load), load.call().messages(), checkedMetadata(load.call().metadata()),
				settings(load));
	}

	private static CallSettings settings(LoadProperties load) {
		if (load.settings().deadline() != null) {
			PropertyCheck.positive("load.deadline", load.settings().deadline());
		}
		PropertyCheck.that(load.settings().authority() == null || isAuthority(load.settings().authority()),
				"load.authority", load.settings().authority(), "It must be a host, or host:port.");
		LoadProperties.Cancel cancel = load.settings().cancel();
		PropertyCheck.share("load.cancel.share", cancel.share());
		PropertyCheck.notNegative("load.cancel.after", cancel.after());
		PropertyCheck.that(cancel.share() != 0 || cancel.after().isZero(), "load.cancel.after", cancel.after(),
				"It must not be set without load.cancel.share, the share of calls that are cancelled.");
		return new CallSettings(load.settings().deadline(), load.settings().authority(), load.settings().compression(),
				load.settings().waitForReady(), new Cancellation(cancel.share(), cancel.after()), retries(load),
				ok(load.settings().ok()));
	}

	private static Set<Status.Code> ok(List<String> names) {
		Set<Status.Code> statuses = EnumSet.noneOf(Status.Code.class);
		names.forEach((name) -> statuses.add(PropertyCheck.parse("load.ok", name, Status.Code::valueOf,
				"It must be statuses of gRPC, such as NOT_FOUND,FAILED_PRECONDITION.")));
		PropertyCheck.that(Collections.disjoint(statuses, CallSettings.LOST), "load.ok", String.join(",", names),
				"It must not have %s, because calls that the server did not answer end with these."
					.formatted(CallSettings.LOST.stream().map(Enum::name).collect(Collectors.joining(", "))));
		return statuses;
	}

	private static Retries retries(LoadProperties load) {
		LoadProperties.Retries retries = load.settings().retries();
		PropertyCheck.range("load.retries.attempts", retries.attempts(), 1, MOST_ATTEMPTS);
		PropertyCheck.that(!retries.backoff().isNegative() && retries.backoff().compareTo(LONGEST_BACKOFF) <= 0,
				"load.retries.backoff", retries.backoff(), "It must be from 0s to 60s.");
		if (retries.attempts() == 1) {
			return Retries.NONE;
		}
		PropertyCheck.that(load.plan().model() != ModelKind.BLOCKING, "load.retries.attempts", retries.attempts(),
				"It must be 1 with load.model=blocking, whose clients wait for each call.");
		return new Retries(retries.attempts(), retries.backoff());
	}

	private static boolean isAuthority(String authority) {
		try {
			URI uri = new URI(null, authority, null, null, null);
			return uri.getHost() != null && uri.getUserInfo() == null;
		}
		catch (URISyntaxException ex) {
			return false;
		}
	}

	private static HelloCall hello(LoadProperties load) {
		int longs = load.call().hello().longs();
		PropertyCheck.range("load.hello.longs", longs, 0, MOST_LONGS);
		refuse("load.request-bytes", load.call().requestBytes(), "load.call=hello, which makes its bytes itself");
		refuse("load.descriptor-set", load.call().descriptorSet(), "load.call=hello, whose descriptors are known");
		refuse("load.proto", load.call().proto(), "load.call=hello, whose descriptors are known");
		return new HelloCall((load.call().codec() != null) ? load.call().codec() : HelloCodec.PROTOBUF, longs);
	}

	private static CallPlan.Method method(LoadProperties load) {
		Matcher name = METHOD.matcher(load.call().method());
		PropertyCheck.that(name.matches(), "load.call", load.call().method(),
				"It must be hello, or package.Service/Method.");
		refuse("load.codec", load.call().codec(), "load.call=" + load.call().method() + "; only hello has codecs");
		PropertyCheck.that(load.call().hello().longs() == 0, "load.hello.longs", load.call().hello().longs(),
				"It must not be set with load.call=%s; only hello has them.".formatted(load.call().method()));
		return new CallPlan.Method(name.group(1), name.group(2), descriptors(load));
	}

	private static void refuse(String name, @Nullable Object value, String with) {
		PropertyCheck.that(value == null, name, value, "It must not be set with %s.".formatted(with));
	}

	private static @Nullable FileDescriptorSet descriptors(LoadProperties load) {
		if (load.call().proto() != null) {
			refuse("load.descriptor-set", load.call().descriptorSet(), "load.proto");
			return ProtoFile.descriptors(load.call().proto(), load.call().protoPath());
		}
		List<Path> folders = load.call().protoPath();
		refuse("load.proto-path", folders.isEmpty() ? null : folders, "no load.proto, whose imports it finds");
		return (load.call().descriptorSet() != null) ? descriptors(load.call().descriptorSet()) : null;
	}

	private static FileDescriptorSet descriptors(Path file) {
		try {
			FileDescriptorSet descriptors = FileDescriptorSet.parseFrom(read("load.descriptor-set", file));
			if (descriptors.getFileCount() != 0 && descriptors.getUnknownFields().asMap().isEmpty()) {
				return descriptors;
			}
		}
		catch (InvalidProtocolBufferException ex) {
			// No descriptors.
		}
		throw new InvalidConfigurationPropertyValueException("load.descriptor-set", file,
				"It must be a file that protoc has written with --include_imports --descriptor_set_out.");
	}

	private static CallPlan.@Nullable Request request(LoadProperties load) {
		if (load.call().requestBytes() != null) {
			refuse("load.request", load.call().request(), "load.request-bytes");
			return new CallPlan.Bytes(load.call().requestBytes().toString(),
					read("load.request-bytes", load.call().requestBytes()));
		}
		if (load.call().request() == null) {
			return null;
		}
		if (!load.call().request().startsWith("@")) {
			return new CallPlan.Json(load.call().request(), load.call().request());
		}
		ByteString content = read("load.request", Path.of(load.call().request().substring(1)));
		PropertyCheck.that(content.isValidUtf8(), "load.request", load.call().request(),
				"It must be a file of JSON in UTF-8; for bytes, use load.request-bytes.");
		return new CallPlan.Json(load.call().request(), content.toStringUtf8());
	}

	private static ByteString read(String name, Path file) {
		try {
			return ByteString.copyFrom(Files.readAllBytes(file));
		}
		catch (NoSuchFileException ex) {
			throw new InvalidConfigurationPropertyValueException(name, file, "There is no such file.");
		}
		catch (IOException ex) {
			throw new InvalidConfigurationPropertyValueException(name, file,
					"The file cannot be read (%s).".formatted(ex.getMessage()));
		}
	}

	private static Map<String, String> checkedMetadata(Map<String, String> metadata) {
		Map<String, String> checked = new LinkedHashMap<>();
		metadata.forEach((key, text) -> {
			String lower = metadataKey(key.toLowerCase(Locale.ROOT), System.getenv());
			List<String> values = Headers.values(text);
			String reason = MetadataRules.refusal(lower, values);
			PropertyCheck.that(reason == null, "load.metadata." + key, text, reason + ".");
			String sent = lower.endsWith(Metadata.BINARY_HEADER_SUFFIX)
					? Headers.text(values.stream().map((value) -> checkedBase64(key, value)).toList()) : text;
			String before = checked.put(lower, sent);
			PropertyCheck.that(before == null || before.equals(sent), "load.metadata." + key, text,
					"The key must be given once, in any case; write one value per line.");
		});
		return checked;
	}

	/** Accepts Base64 in both alphabets, with and without padding. */
	private static String checkedBase64(String key, String value) {
		PropertyCheck.that(!value.contains("{{"), "load.metadata." + key, value,
				"A key that ends in -bin has the same bytes in each call; write them in Base64, without placeholders.");
		return PropertyCheck.parse("load.metadata." + key, value,
				(text) -> Base64.getEncoder()
					.withoutPadding()
					.encodeToString(Base64.getDecoder().decode(text.replace('-', '+').replace('_', '/'))),
				"The key ends in -bin; the value must be bytes in Base64, such as AAEC/w.");
	}

	/** Turns the dots of an environment variable's key into hyphens. */
	static String metadataKey(String key, Map<String, String> variables) {
		String variable = "LOAD_METADATA_" + key.toUpperCase(Locale.ROOT).replace('.', '_');
		return variables.containsKey(variable) ? key.replace('.', '-') : key;
	}

}
