/**
 * One of several servers falls silent: how fast a client goes on writing to the others. All servers acknowledge at once, in
 * processes of their own, so that only the client makes a difference.
 */
@NullMarked
package io.sluice.bench.outage;

import org.jspecify.annotations.NullMarked;
