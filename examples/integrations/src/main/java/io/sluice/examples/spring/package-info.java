/** A connection for programs of Spring Boot's: a sample of an auto-configuration, to be copied and changed. */
@NullMarked
package io.sluice.examples.spring;

import org.jspecify.annotations.NullMarked;
