package dev.grpctuning.load.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import dev.grpctuning.hello.v1.HelloProto;
import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.hello.HelloCall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link CallPlanFactory}. */
class CallPlanFactoryTests {

	private static final String CALL = "load.call=hello.v1.HelloService/Chat";

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private Path folder;

	@Test
	void whenNothingIsSetThenHelloIsCalled() {
		assertThat(plan()).isEqualTo(HelloCall.PLAN);
	}

	@Test
	void whenFilesAreNamedThenTheyAreRead() throws IOException {
		Path json = Files.writeString(this.folder.resolve("request.json"), "{\"firstName\": \"\u00fc\"}");
		assertThat(plan(CALL, "load.request=@" + json).request())
			.isEqualTo(new CallPlan.Json("@" + json, "{\"firstName\": \"\u00fc\"}"));
		Path bytes = Files.write(this.folder.resolve("request.bin"), new byte[] { 8, -1, 1 });
		assertThat(plan(CALL, "load.request-bytes=" + bytes).request())
			.isEqualTo(new CallPlan.Bytes(bytes.toString(), ByteString.copyFrom(new byte[] { 8, -1, 1 })));
		FileDescriptorSet set = FileDescriptorSet.newBuilder().addFile(HelloProto.getDescriptor().toProto()).build();
		Path descriptors = Files.write(this.folder.resolve("hello.pb"), set.toByteArray());
		assertThat(plan(CALL, "load.descriptor-set=" + descriptors).callee())
			.isEqualTo(new CallPlan.Method("hello.v1.HelloService", "Chat", set));
	}

	@Test
	void whenAFileCannotBeReadThenItsPropertyIsNamed() {
		assertRefused("load.request", "cannot be read (", CALL, "load.request=@" + this.folder);
	}

	@Test
	void whenAFileIsOfAnotherKindThenItsPropertyIsNamed() throws IOException {
		Path bytes = Files.write(this.folder.resolve("bytes"), new byte[] { -1, -1, -1 });
		assertRefused("load.request", "JSON in UTF-8", CALL, "load.request=@" + bytes);
		Path text = Files.writeString(this.folder.resolve("text"), "syntax = \"proto3\";");
		Path empty = Files.createFile(this.folder.resolve("empty"));
		Stream.of(bytes, text, empty)
			.forEach((file) -> assertRefused("load.descriptor-set", "protoc", CALL, "load.descriptor-set=" + file));
	}

	@Test
	void whenADefinitionImportsOthersThenTheyAreFoundInItsFolder() throws IOException {
		Files.createDirectories(this.folder.resolve("a"));
		Files.writeString(this.folder.resolve("a/types.proto"),
				"syntax = \"proto3\"; package a; import \"google/protobuf/timestamp.proto\"; message Id { google.protobuf.Timestamp at = 1; map<string, int64> n = 2; }");
		Path proto = Files.writeString(this.folder.resolve("a/s.proto"),
				"syntax = \"proto3\"; package a; import \"a/types.proto\"; service S { rpc Get(Id) returns (stream Id); }");
		CallPlan plan = plan("load.call=a.S/Get", "load.proto=" + proto, "load.proto-path=" + this.folder);
		assertThat(Objects.requireNonNull(((CallPlan.Method) plan.callee()).descriptors()).getFileList())
			.map(FileDescriptorProto::getName)
			.contains("a/s.proto", "a/types.proto", "google/protobuf/timestamp.proto");
		assertRefused("load.proto", "cannot be compiled", "load.call=a.S/Get", "load.proto=" + proto);
		assertRefused("load.proto", "no such file", "load.call=a.S/Get",
				"load.proto=" + this.folder.resolve("none.proto"));
		assertRefused("load.proto-path", "no load.proto", "load.call=a.S/Get", "load.proto-path=" + this.folder);
	}

	@Test
	void whenADefinitionUsesNewAndOldPartsOfTheLanguageThenItIsCompiled() throws IOException {
		Path other = this.folder.resolve("other");
		Files.createDirectories(other.resolve("b"));
		Files.writeString(other.resolve("b/old.proto"),
				"syntax = \"proto2\"; package b; message Old { optional group Item = 1 { optional int32 n = 1; } extensions 100 to 199; } extend Old { optional string more = 100; }");
		Path proto = Files.writeString(this.folder.resolve("s.proto"), """
				edition = "2023"; package a; option features.field_presence = IMPLICIT;
				import "b/old.proto"; import "google/api/annotations.proto";
				service S { rpc Get(b.Old) returns (b.Old) { option (google.api.http) = {get: "/v1"}; } }""");
		CallPlan plan = plan("load.call=a.S/Get", "load.proto=" + proto,
				"load.proto-path=" + this.folder + "," + other);
		assertThat(Objects.requireNonNull(((CallPlan.Method) plan.callee()).descriptors()).getFileList())
			.map(FileDescriptorProto::getName)
			.contains("s.proto", "b/old.proto", "google/api/http.proto");
		assertRefused("load.proto", "s.proto:2:1: Import \"b/old.proto\" was not found", "load.call=a.S/Get",
				"load.proto=" + proto);
		assertRefused("load.proto-path", "must hold", "load.call=a.S/Get", "load.proto=" + proto,
				"load.proto-path=" + other);
	}

	@Test
	void whenADefinitionImportsAFileOutsideOfItsFolderThenItIsRefused() throws IOException {
		Path outside = Files.writeString(this.folder.resolve("outside.proto"), "syntax = \"proto3\"; message Id {}");
		Path inside = Files.createDirectory(this.folder.resolve("inside"));
		for (String imported : List.of("../outside.proto", "x/../../outside.proto", outside.toString())) {
			Path proto = Files.writeString(inside.resolve("s.proto"),
					"syntax = \"proto3\"; package a; import \"%s\"; service S { rpc Get(Id) returns (Id); }"
						.formatted(imported));
			assertRefused("load.proto", "cannot be compiled", "load.call=a.S/Get", "load.proto=" + proto);
		}
	}

	private static CallPlan plan(String... properties) {
		return LoadPropertiesTests.plan(properties).call();
	}

	private void assertRefused(String name, String reason, String... properties) {
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class).isThrownBy(() -> plan(properties))
			.satisfies((ex) -> assertThat(ex.getName()).isEqualTo(name))
			.satisfies((ex) -> assertThat(ex.getReason()).contains(reason));
	}

}
