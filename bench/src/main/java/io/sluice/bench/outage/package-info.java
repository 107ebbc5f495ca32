/**
 * Measures how fast a client continues to write to other servers when one stops answering. All servers acknowledge at
 * once, in separate processes, so that only the client makes a difference.
 */
@NullMarked
package io.sluice.bench.outage;

import org.jspecify.annotations.NullMarked;
