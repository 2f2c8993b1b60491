package dev.grpctuning.load.transport.stub;

import io.grpc.Status;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for the corrections of {@link StubChannel}. */
class StubFailureTests {

	@Test
	void whenAWebServerAnswersThenItsPageIsLeftOut() {
		Status failure = StubChannel.corrected(Status.UNIMPLEMENTED.withDescription("""
				HTTP status code 404
				invalid content-type: text/html; charset=utf-8
				headers: Metadata(:status=404,content-type=text/html)
				DATA-----------------------------
				<!DOCTYPE html>
				<html></html>"""));
		assertThat(failure.getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);
		assertThat(failure.getDescription())
			.isEqualTo("HTTP status 404, content type text/html; charset=utf-8, which is not gRPC");
	}

	@Test
	void whenAServerNamesAnHttpStatusItselfThenItsMessageStays() {
		Status failure = Status.INTERNAL.withDescription("HTTP status code 404 of the backend\nsee its log");
		assertThat(StubChannel.corrected(failure)).isSameAs(failure);
	}

}
