/**
 * Everything together: seeded scenarios in which many conditions meet, on real threads, judged by an observer with its own
 * bookkeeping; see docs/soak.md. Uses the public API only, so that it outlives every change behind it.
 */
@NullMarked
package io.sluice.client.soak;

import org.jspecify.annotations.NullMarked;
