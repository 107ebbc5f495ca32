/**
 * Reading time and waiting for it. Depends on nothing of ours.
 */
@NullMarked
package io.sluice.internal.time;

import org.jspecify.annotations.NullMarked;
