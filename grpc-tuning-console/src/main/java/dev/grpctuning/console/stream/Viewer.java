package dev.grpctuning.console.stream;

import dev.grpctuning.change.TuningChange;

/**
 * Somebody who looks at the page. No method may block, because one thread serves all
 * viewers.
 */
public interface Viewer {

	/** Events that may wait for a viewer that does not read. */
	int BUFFER = 16;

	/** Hides the values that the viewer may not see. */
	TuningChange shown(TuningChange change);

	/**
	 * Sends an event, or keeps it until the viewer reads.
	 * @return {@code false} if too many events wait already
	 */
	boolean send(byte[] event);

	/** Ends the stream after the events that wait. */
	void end();

	/** Ends the stream of a viewer that does not read. */
	void cutOff();

}
