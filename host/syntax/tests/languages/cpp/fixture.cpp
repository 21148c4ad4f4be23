// Each kind of declaration of C++. Words here are text: Seat, in_comment.
#include "in_string.h"

#define LIMIT 3
#define SQUARE(x) ((x) * (x))

namespace seats {
namespace inner::deep {
int in_namespace;
}
namespace {
int anonymous;
}
namespace alias = inner::deep;
using std::string;
using namespace std;

class Forward;
struct Opaque *opaque_pointer;

/* in_comment */
template <typename T, int N>
class Seat : public Base<T>, private Other {
public:
    using Value = T;
    typedef int Number;
    static constexpr int LIMIT_OF = 3;
    static int count;
    enum class Color : int { Red, Green = 2 };

    Seat();
    explicit Seat(int row) : row_(row), label("in_string") {}
    template <typename U> Seat(U value);
    Seat(const Seat &) = delete;
    virtual ~Seat();
    virtual int area() const = 0;
    int *pointer_method();
    const string &reference_method() const { return label; }
    static Seat make() { return Seat(1); }
    template <typename U> void generic(U value) { value.call(); }
    bool operator==(const Seat &other) const;
    Seat &operator=(const Seat &other) { return *this; }
    operator bool() const;
    friend class Friend;

private:
    int row_, number_ = 0;
    T *pointer;
    const T &reference;
    char buffer[16];
    void (*callback)(int event);
    struct Inner {
        int deep;
    };
};

template <> class Seat<int, 1> {
    int specialised;
};

struct Point final {
    int x = 1;
    int length() const { return x; }
};
union Bits {
    int whole;
    float real;
};
enum Plain { One, Two };

template <typename T>
concept Drawable = requires(T value) { value.draw(); };

template <typename T> using Pointer = T *;
typedef void (*Handler)(int code);

constexpr int MAXIMUM = 5;
const char *greeting = "in_string";
static int counter = 0, second;
extern int shared;
inline int &reference_variable = counter;
int list[3];
auto lambda = [](int parameter) { return parameter; };
template <typename T> constexpr T variable_template = T(1);

int prototype(int first, Seat<int, 1> *second);
template <typename T> T generic_function(T value) { return value; }

int plain_function(int argument) {
    int local = argument;
    std::string text("in_string");
    Point value(local);
    auto helper = [&](int inner) { return inner + local; };
    auto [left, right] = pair;
    struct LocalStruct {
        int local_field;
        void local_method() {}
    };
    for (auto &item : list) helper(item);
    return helper(MAXIMUM);
}
} // namespace seats

template <typename T, int N> int seats::Seat<T, N>::count = 0;
template <typename T, int N> seats::Seat<T, N>::~Seat() {}
int seats::Point::moved(int to) { return to; }
std::ostream &operator<<(std::ostream &out, const seats::Point &point) { return out; }
char *seats::pointer_function() { return nullptr; }

class EXPORT_API Exported { int in_exported; };
class EXPORT_API Derived : public Exported { void method(); };
struct DLL(x) WithArguments final { int in_arguments; };
class MACRO_ONE MACRO_TWO(1, 2) Twice {};
class EXPORT_API ForwardExported;
// class EXPORT_API Commented {};
extern "C" {
int c_function(void);
}
extern "C" int c_single(void);
SEATS_API std::size_t exported_function(int value);
int *seats::Point::pointer_member = nullptr;
template <const char *text_parameter, int &reference_parameter> int with_values(int value);
