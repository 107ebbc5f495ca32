/** The rows of the fault matrix, docs/fault-matrix.md, that scripted servers can play. Uses the public API only. */
@NullMarked
package io.sluice.client.faults;

import org.jspecify.annotations.NullMarked;
