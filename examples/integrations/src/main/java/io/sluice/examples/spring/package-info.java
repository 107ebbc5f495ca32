/** A connection for Spring Boot programs: a sample auto-configuration to copy and change. */
@NullMarked
package io.sluice.examples.spring;

import org.jspecify.annotations.NullMarked;
