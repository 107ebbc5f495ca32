package io.sluice.client.it;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ClassObjectReference;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.StringReference;
import com.sun.jdi.Value;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.event.VMStartEvent;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Runs a program in a JVM of its own and records by a debugger what it looks up by reflection, as the tracing agent of GraalVM
 * does. What the JDK looks up for its own purposes is left out.
 */
final class ReflectionTrace implements AutoCloseable {
    /**
     * Something that was looked up.
     *
     * @param by the class that did it
     * @param type the class that was looked up, or whose member was
     * @param member the name of a field; that of a method, or {@code <init>}, with parentheses; * for all; empty for the class
     */
    record Lookup(String by, String type, String member) {}

    private static final Pattern JDK = Pattern.compile("(java|javax|jdk|sun|com\\.sun)\\..*");
    private static final String CLASS = "java.lang.Class";
    private static final String LOOKUP = "java.lang.invoke.MethodHandles$Lookup";
    private static final Set<String> OF_A_CLASS = Set.of(
            "forName",
            "newInstance",
            "getConstructor",
            "getConstructors",
            "getDeclaredConstructor",
            "getDeclaredConstructors",
            "getMethod",
            "getMethods",
            "getDeclaredMethod",
            "getDeclaredMethods",
            "getField",
            "getFields",
            "getDeclaredField",
            "getDeclaredFields");
    private static final Pattern OF_A_LOOKUP = Pattern.compile("find[A-Z].*");

    private final VirtualMachine vm;
    private final Thread reader;
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final Set<Lookup> lookups = new LinkedHashSet<>();

    private ReflectionTrace(VirtualMachine vm) {
        this.vm = vm;
        reader = new Thread(this::readOutput, "traced-output");
        reader.setDaemon(true);
        reader.start();
    }

    /** Runs a program with this JVM's class path to its end. */
    static Set<Lookup> of(Class<?> program, String... args) throws Exception {
        LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        set(arguments, "home", Path.of(System.getProperty("java.home")).toString());
        set(arguments, "options", "-cp \"" + System.getProperty("java.class.path") + '"');
        set(arguments, "main", program.getName() + " " + String.join(" ", args));
        try (ReflectionTrace trace = new ReflectionTrace(connector.launch(arguments))) {
            return trace.run();
        }
    }

    private static void set(Map<String, Connector.Argument> arguments, String name, String value) {
        Objects.requireNonNull(arguments.get(name), name).setValue(value);
    }

    private Set<Lookup> run() throws Exception {
        long limitMillis = Session.LIMIT.toMillis();
        while (true) {
            EventSet events = vm.eventQueue().remove(limitMillis);
            if (events == null) {
                throw new AssertionError("the program hangs: " + output.toString(StandardCharsets.UTF_8));
            }
            for (Event event : events) {
                if (event instanceof VMDisconnectEvent) {
                    reader.join(limitMillis);
                    if (vm.process().waitFor() != 0) {
                        throw new AssertionError("the program failed: " + output.toString(StandardCharsets.UTF_8));
                    }
                    return lookups;
                }
                handle(event);
            }
            events.resume();
        }
    }

    private void handle(Event event) throws IncompatibleThreadStateException {
        if (event instanceof VMStartEvent) {
            for (String name : List.of(CLASS, LOOKUP)) {
                vm.classesByName(name).forEach(this::watch);
                ClassPrepareRequest later = vm.eventRequestManager().createClassPrepareRequest();
                later.addClassFilter(name);
                later.enable();
            }
        } else if (event instanceof ClassPrepareEvent prepared) {
            watch(prepared.referenceType());
        } else if (event instanceof BreakpointEvent reached) {
            note(reached);
        }
    }

    private void watch(ReferenceType type) {
        for (Method method : type.methods()) {
            boolean wanted = type.name().equals(CLASS)
                    ? OF_A_CLASS.contains(method.name())
                    : OF_A_LOOKUP.matcher(method.name()).matches();
            if (wanted && method.isPublic() && !method.isNative()) {
                BreakpointRequest request = vm.eventRequestManager().createBreakpointRequest(method.location());
                request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
                request.enable();
            }
        }
    }

    private void note(BreakpointEvent reached) throws IncompatibleThreadStateException {
        if (reached.thread().frameCount() < 2) {
            return;
        }
        StackFrame called = reached.thread().frame(0);
        String by = reached.thread().frame(1).location().declaringType().name();
        List<String> names = called.getArgumentValues().stream()
                .map(ReflectionTrace::name)
                .filter(name -> !name.isEmpty())
                .toList();
        String method = called.location().method().name();
        Lookup lookup = called.location().declaringType().name().equals(CLASS)
                ? ofAClass(by, method, name(called.thisObject()), names)
                : ofALookup(by, method, names);
        if (!JDK.matcher(by).matches() && !JDK.matcher(lookup.type()).matches()) {
            lookups.add(lookup);
        }
    }

    private static Lookup ofAClass(String by, String method, String type, List<String> names) {
        if (method.equals("forName")) {
            return new Lookup(by, names.get(0), "");
        }
        if (method.equals("newInstance") || method.contains("Constructor")) {
            return new Lookup(by, type, "<init>()");
        }
        String member = method.endsWith("s") ? "*" : names.get(0);
        return new Lookup(by, type, method.contains("Method") ? member + "()" : member);
    }

    private static Lookup ofALookup(String by, String method, List<String> names) {
        return switch (method) {
            case "findClass" -> new Lookup(by, names.get(0), "");
            case "findConstructor" -> new Lookup(by, names.get(0), "<init>()");
            case "findVirtual", "findStatic", "findSpecial" -> new Lookup(by, names.get(0), names.get(1) + "()");
            default -> new Lookup(by, names.get(0), names.get(1));
        };
    }

    /** The name that an argument is or has; empty if it is something else. */
    private static String name(Value value) {
        if (value instanceof StringReference text) {
            return text.value();
        }
        return value instanceof ClassObjectReference type ? type.reflectedType().name() : "";
    }

    private void readOutput() {
        // The log goes to standard error; what else is written fits into the pipe.
        try (InputStream err = vm.process().getErrorStream();
                InputStream out = vm.process().getInputStream()) {
            err.transferTo(output);
            out.transferTo(output);
        } catch (IOException e) {
            output.writeBytes(e.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public void close() {
        vm.process().destroyForcibly();
    }
}
