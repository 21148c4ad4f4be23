/* Each kind of declaration of C. Words here are text: seat, in_comment. */
#include <stdio.h>
#include "in_string.h"

#define LIMIT 3
#define SQUARE(x) ((x) * (x))
# define SPACED "in_string"
#ifdef LIMIT
#undef UNUSED
#endif

struct seat;
struct outside *pointer_to;

struct seat {
    int row, number;
    char *label;
    char name[16];
    unsigned flag : 1;
    void (*callback)(int event);
    struct inner { int deep; } nested;
    union {
        int word;
        float real;
    };
    struct seat *next;
};

union bits { int whole; char bytes[4]; };

enum color { RED, GREEN = 2, BLUE };
enum { ANONYMOUS };

typedef struct seat seat_t;
typedef struct { int x; } point, *point_pointer;
typedef int (*handler)(int code);
typedef char buffer[16];
typedef enum color color_t;
typedef unsigned long word_size;

extern int shared;
static const char *greeting = "in_string";
int counter, other = 1, list[3] = {1, 2, 3};
char **names;
int (*function_pointer)(void);
struct seat global_seat = { .row = 1 };
static struct { int hidden; } state;

int prototype(int first, char *second);
extern struct seat *make(void);
void (*signal_handler(int number))(int);
int (parenthesized)(int);

static inline int add(int left, int right) {
    int local = left;
    static int kept = 0;
    extern int elsewhere;
    int inner_prototype(void);
    enum { LOCAL_MEMBER };
    struct local_struct { int local_field; };
    for (int index = 0; index < LIMIT; index++) {
        local += SQUARE(index);
    }
    goto done;
done:
    return local + right; // in_comment
}

char *text(void) { return "in_string"; }
char **texts(void) { return 0; }

int old_style(a, b)
    int a;
    char *b;
{
    return a;
}

EXPORT int exported(void);
SEATS_API size_t exported_size(void);
struct EXPORT_API exported_struct { int member; };
__attribute__((noreturn)) void stop(void);
int main(int argc, char *argv[]) {
    struct seat seat = { 0 };
    seat.row = add(argc, (int)sizeof(struct seat));
    return seat.next->row;
}
