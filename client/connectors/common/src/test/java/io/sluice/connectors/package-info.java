/** Tests of what the connectors share. */
@NullMarked
package io.sluice.connectors;

import org.jspecify.annotations.NullMarked;
