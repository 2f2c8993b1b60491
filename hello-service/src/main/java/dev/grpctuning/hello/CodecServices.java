package dev.grpctuning.hello;

import io.grpc.BindableService;
import net.devh.boot.grpc.server.service.GrpcService;
import org.springframework.context.annotation.Configuration;

import dev.grpctuning.hello.codec.HelloCodec;

/**
 * The hello service in its other encodings, each a gRPC service of its own with the same
 * handler.
 */
@Configuration(proxyBeanMethods = false)
class CodecServices {

	@GrpcService
	BindableService helloJsonService(HelloService handler) {
		return () -> HelloCodec.JSON.bind(handler);
	}

	@GrpcService
	BindableService helloWireService(HelloService handler) {
		return () -> HelloCodec.WIRE.bind(handler);
	}

}
