package dev.grpctuning.load.call.target;

import java.util.List;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.TypeRegistry;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.call.InvalidCallException;
import dev.grpctuning.load.call.target.ServiceSource.DescriptorSet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link ProtoFiles} and {@link DescriptorSet}. */
class ProtoFilesTests {

	private static final FileDescriptorProto TYPES = FileDescriptorProto.newBuilder()
		.setName("types.proto")
		.setPackage("shop")
		.setSyntax("proto3")
		.addDependency("google/protobuf/timestamp.proto")
		.addMessageType(DescriptorProto.newBuilder()
			.setName("Order")
			.addField(FieldDescriptorProto.newBuilder()
				.setName("at")
				.setNumber(1)
				.setType(FieldDescriptorProto.Type.TYPE_MESSAGE)
				.setTypeName(".google.protobuf.Timestamp")))
		.build();

	private static final FileDescriptorProto MORE = FileDescriptorProto.newBuilder()
		.setName("more.proto")
		.setPackage("shop")
		.addDependency("types.proto")
		.addPublicDependency(0)
		.build();

	private static final FileDescriptorProto SERVICE = FileDescriptorProto.newBuilder()
		.setName("service.proto")
		.setPackage("shop")
		.addDependency("more.proto")
		.addService(ServiceDescriptorProto.newBuilder()
			.setName("Orders")
			.addMethod(MethodDescriptorProto.newBuilder()
				.setName("Put")
				.setInputType(".shop.Order")
				.setOutputType(".shop.Order")))
		.build();

	@Test
	void whenFilesComeInAnyOrderThenTheyAreBuiltWithTheirImports() {
		for (List<FileDescriptorProto> order : List.of(List.of(SERVICE, MORE, TYPES), List.of(TYPES, SERVICE, MORE),
				List.of(MORE, TYPES, SERVICE))) {
			assertComplete(
					new DescriptorSet(FileDescriptorSet.newBuilder().addAllFile(order).build()).service("shop.Orders"));
		}
	}

	@Test
	void whenAnImportIsNowhereThenItIsNamed() {
		assertRefused(List.of(SERVICE, MORE), "shop.Orders",
				"load.call: the descriptors are not complete, types.proto is missing; have protoc write them with "
						+ "--include_imports --descriptor_set_out=FILE, and set load.descriptor-set=FILE");
	}

	@Test
	void whenAFileImportsItselfThenItIsNamed() {
		FileDescriptorProto circle = TYPES.toBuilder().addDependency("service.proto").build();
		assertRefused(List.of(SERVICE, MORE, circle), "shop.Orders",
				"load.call: the descriptors cannot be used, service.proto imports itself");
	}

	@Test
	void whenAServerDescribesWithControlCharactersThenTheyAreRemoved() {
		String odd = "a\u001b[2J\u202eb";
		assertRefused(List.of(SERVICE.toBuilder().setDependency(0, odd).build()), "shop.Orders",
				"load.call: the descriptors are not complete, a[2Jb is missing; have protoc write them with "
						+ "--include_imports --descriptor_set_out=FILE, and set load.descriptor-set=FILE");
		FileDescriptorProto circle = SERVICE.toBuilder().setName(odd).setDependency(0, odd).build();
		assertRefused(List.of(circle), "shop.Orders",
				"load.call: the descriptors cannot be used, a[2Jb imports itself");
		assertRefused(List.of(TYPES.toBuilder().addService(ServiceDescriptorProto.newBuilder().setName(odd)).build()),
				"shop.Orders", "load.call: the definition has no service shop.Orders; it has shop.a[2Jb");
	}

	@Test
	void whenEachFileImportsAnotherThenItEnds() {
		ProtoFiles files = new ProtoFiles(
				(name) -> List.of(FileDescriptorProto.newBuilder().setName(name).addDependency(name + "+").build()));
		files.add(List.of(SERVICE));
		assertThatExceptionOfType(InvalidCallException.class).isThrownBy(() -> files.service("shop.Orders"))
			.withMessage("load.call: the descriptors cannot be used, more than 100 files import each other");
	}

	@Test
	void whenAFileIsWrongThenTheReasonIsThere() {
		assertRefused(List.of(SERVICE.toBuilder().clearDependency().build()), "shop.Orders",
				"load.call: the descriptors cannot be used (shop.Orders.Put: \".shop.Order\" is not defined.)");
	}

	@Test
	void whenAnAnyIsSentThenAllTypesOfTheFilesAreKnown() {
		FileDescriptorProto other = FileDescriptorProto.newBuilder()
			.setName("other.proto")
			.setPackage("shop")
			.addMessageType(DescriptorProto.newBuilder().setName("Event"))
			.build();
		FileDescriptorProto incomplete = other.toBuilder()
			.setName("incomplete.proto")
			.setPackage("lost")
			.addDependency("none.proto")
			.build();
		DescriptorSet set = new DescriptorSet(
				FileDescriptorSet.newBuilder().addAllFile(List.of(SERVICE, MORE, TYPES, other, incomplete)).build());
		TypeRegistry types = set.types(set.service("shop.Orders"));
		assertThat(types.find("shop.Order")).isNotNull();
		assertThat(types.find("shop.Event")).as("in a file that the service does not import").isNotNull();
		assertThat(types.find("google.protobuf.Duration")).isNotNull();
		assertThat(types.find("lost.Event")).isNull();
		ServiceSource server = set::service;
		TypeRegistry imported = server.types(set.service("shop.Orders"));
		assertThat(imported.find("shop.Order")).isNotNull();
		assertThat(imported.find("shop.Event")).isNull();
	}

	@Test
	void whenThereIsNoSuchServiceThenThoseThatThereAreAreNamed() {
		assertRefused(List.of(SERVICE, MORE, TYPES), "shop.Order",
				"load.call: the definition has no service shop.Order; it has shop.Orders");
		assertRefused(List.of(TYPES), "shop.Orders",
				"load.call: the definition has no service shop.Orders; it has none");
	}

	private static void assertComplete(ServiceDescriptor service) {
		assertThat(service.findMethodByName("Put").getInputType().findFieldByName("at").getMessageType().getFullName())
			.isEqualTo("google.protobuf.Timestamp");
	}

	private static void assertRefused(List<FileDescriptorProto> files, String service, String line) {
		DescriptorSet set = new DescriptorSet(FileDescriptorSet.newBuilder().addAllFile(files).build());
		assertThatExceptionOfType(InvalidCallException.class).isThrownBy(() -> set.service(service)).withMessage(line);
	}

}
