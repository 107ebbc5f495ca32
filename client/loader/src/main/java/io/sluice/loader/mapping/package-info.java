/**
 * Describes a mapping to the user; the mapping itself is that of the connectors.
 */
@NullMarked
package io.sluice.loader.mapping;

import org.jspecify.annotations.NullMarked;
