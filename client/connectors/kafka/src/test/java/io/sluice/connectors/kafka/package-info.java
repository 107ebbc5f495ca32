@NullMarked
package io.sluice.connectors.kafka;

import org.jspecify.annotations.NullMarked;
